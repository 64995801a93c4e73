package use

import "github.com/bwmarrin/discordgo"

func shipped(s *discordgo.Session, channel, order string) (string, error) {
	m, err := s.ChannelMessageSendEmbed(channel, &discordgo.MessageEmbed{Title: "Shipped", Description: order}) // is: effect notify, call
	if err != nil {
		return "", err
	}
	return m.ID, s.MessageReactionAdd(channel, m.ID, "📦") // is: effect notify, update, natural
}

func delivered(s *discordgo.Session, channel, message string) error {
	_, err := s.ChannelMessageEdit(channel, message, "delivered") // is: effect notify, update, natural
	return err
}

func answer(s *discordgo.Session, i *discordgo.InteractionCreate) error {
	return s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{ // is: effect notify, transition
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: "on its way"},
	})
}
